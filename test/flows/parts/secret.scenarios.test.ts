import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { secretMachine } from '../../../src/machines/parts/secret/secret.machine.ts';
import { selectIsRevealed } from '../../../src/machines/parts/secret/secret.selectors.ts';

describe('a secret', () => {
  it('is hidden until it is asked for, and can be hidden again', () => {
    const secret = createActor(secretMachine).start();
    expect(selectIsRevealed(secret.getSnapshot())).toBe(false);
    secret.send({ type: 'secret.revealed' });
    expect(selectIsRevealed(secret.getSnapshot())).toBe(true);
    secret.send({ type: 'secret.concealed' });
    expect(selectIsRevealed(secret.getSnapshot())).toBe(false);
  });
});
