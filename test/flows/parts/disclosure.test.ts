import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { disclosureMachine } from '../../../src/machines/parts/disclosure/disclosure.machine.ts';
import { selectIsRevealed } from '../../../src/machines/parts/disclosure/disclosure.selectors.ts';
import { coverChart } from '../../support/cover.ts';
import { disclosureModel } from './disclosure.model.ts';

coverChart(disclosureModel);

describe('a secret', () => {
  it('is hidden until it is asked for, and can be hidden again', () => {
    const disclosure = createActor(disclosureMachine).start();
    expect(selectIsRevealed(disclosure.getSnapshot())).toBe(false);
    disclosure.send({ type: 'secret.revealed' });
    expect(selectIsRevealed(disclosure.getSnapshot())).toBe(true);
    disclosure.send({ type: 'secret.concealed' });
    expect(selectIsRevealed(disclosure.getSnapshot())).toBe(false);
  });
});
