import { useSelector } from '@xstate/react';
import type { FormEvent as SubmitEvent, RefObject } from 'react';
import type { AnyActorRef } from 'xstate';
import type { Failure } from '../../contract/common/apiError.ts';
import type { FieldChange, FormContext, FormEvent } from '../../machines/parts/form.ts';
import { useFirstInvalid } from '../ui/focus/useFirstInvalid.ts';

interface FormSnapshot<Context> {
  context: Context;
  tags: Set<string>;
}

/** A flow whose machine has a form. */
export interface FormFlow<Context extends FormContext<object, string>> extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot: () => FormSnapshot<Context>;
  send: (event: FormEvent<Context['values']>) => void;
}

interface Form<Context extends FormContext<object, string>> {
  values: Context['values'];
  fieldErrors: Context['fieldErrors'];
  failure: Failure | null;
  /** The form is being submitted. */
  busy: boolean;
  change: (change: FieldChange<Context['values']>) => void;
  /** For the `form` element. The first invalid field takes the focus. */
  form: { ref: RefObject<HTMLFormElement | null>; noValidate: true; onSubmit: (event: SubmitEvent) => void };
}

const selectContext = <Context>({ context }: FormSnapshot<Context>) => context;
const selectIsBusy = ({ tags }: FormSnapshot<unknown>) => tags.has('busy');

/** Connects a flow's form to a view. */
export function useForm<Context extends FormContext<object, string>>(flow: FormFlow<Context>): Form<Context> {
  const { values, fieldErrors, failure } = useSelector(flow, selectContext<Context>);
  return {
    values,
    fieldErrors,
    failure,
    busy: useSelector(flow, selectIsBusy),
    change: (change) => flow.send({ type: 'field.changed', ...change }),
    form: {
      ref: useFirstInvalid(fieldErrors),
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        flow.send({ type: 'form.submitted' });
      },
    },
  };
}
