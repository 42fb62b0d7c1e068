import { useSelector } from '@xstate/react';
import type { captchaMachine } from '../../machines/accounts/captcha/captcha.machine.ts';
import { selectScreen } from '../../machines/app/app.selectors.ts';
import { selectScreenState } from '../../machines/shell/screen/screen.selectors.ts';
import { CaptchaContext } from '../accounts/captcha.context.ts';
import { Captcha } from '../accounts/Captcha.tsx';
import { useApp } from '../parts/app.context.ts';
import { BarePage } from '../parts/BarePage.tsx';
import type { LayoutProps } from '../parts/screenViews.ts';

/** Gives the forms of the pages in it the captcha; it draws nothing around them. */
export default function CaptchaLayout({ flow, children }: LayoutProps<'captcha', typeof captchaMachine>) {
  const screen = useSelector(useApp(), selectScreen);
  const state = useSelector(screen, (snapshot) => (snapshot ? selectScreenState(snapshot) : 'blank'));
  return (
    <CaptchaContext value={<Captcha flow={flow} />}>
      <BarePage state={state}>{children}</BarePage>
    </CaptchaContext>
  );
}
