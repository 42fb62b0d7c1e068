import { coverChart } from '../../support/cover.ts';
import { smtpNoticeModel } from './smtpNotice.model.ts';

coverChart(smtpNoticeModel);
