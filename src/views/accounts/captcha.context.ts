import { createContext, type ReactNode } from 'react';

/** The captcha, above the button of a form whose request needs it solved; null where this server wants none. */
export const CaptchaContext = createContext<ReactNode>(null);
