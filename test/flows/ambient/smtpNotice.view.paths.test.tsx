import { coverView } from '../../support/coverView.ts';
import { smtpNoticeModel } from './smtpNotice.model.ts';
import { smtpNoticeScript } from './smtpNotice.script.tsx';

coverView(smtpNoticeModel, smtpNoticeScript);
