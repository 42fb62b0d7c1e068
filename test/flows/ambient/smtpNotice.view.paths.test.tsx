import { smtpNoticeModel } from './smtpNotice.model.ts';
import { coverView } from '../../support/coverView.ts';
import { smtpNoticeScript } from './smtpNotice.script.tsx';

coverView(smtpNoticeModel, smtpNoticeScript);
