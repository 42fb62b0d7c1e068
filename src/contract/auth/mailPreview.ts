/** The page in which the dashboard shows the preview of an email. */
export const mailPreviewPath = '/auth/mail-preview';
