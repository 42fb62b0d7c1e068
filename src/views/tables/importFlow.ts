import type { ActorRefFrom } from 'xstate';
import type { importRowsMachine } from '../../machines/tables/importRows/importRows.machine.ts';

export type ImportFlow = ActorRefFrom<typeof importRowsMachine>;
