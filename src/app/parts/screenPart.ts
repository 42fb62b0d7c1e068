import type { ActorRefFrom, AnyStateMachine, InputFrom } from 'xstate';
import type { ScreenInput } from '../../machines/parts/screen.input.ts';
import type { PageName, PageParams } from '../../router/pages.ts';
import type { ScreenView, View } from '../../views/parts/screenViews.ts';

/** Any flow whose input the page provides; otherwise a type that no flow has. */
export type Accepts<Name extends PageName, Machine extends AnyStateMachine> =
  ScreenInput<Name> extends InputFrom<Machine> ? unknown : 'The flow asks for segments that the path does not have.';

/** A page's view and flow, in a chunk with those of other pages. */
export interface ScreenPart<Name extends PageName> {
  name: Name;
  View: ScreenView;
  flow: AnyStateMachine;
}

/** Its view takes the segments of the page's path, and its flow their input. */
export const screenPart = <Name extends PageName, Machine extends AnyStateMachine>(
  name: Name,
  View: View<{ params: PageParams<Name>; flow: ActorRefFrom<Machine> }>,
  flow: Machine & Accepts<Name, Machine>,
): ScreenPart<Name> => ({ name, View, flow });
