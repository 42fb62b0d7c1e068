import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import {
  smtpNoticeMachine,
  type DismissalsChanged,
  type DismissalsFound,
} from '../../../src/machines/ambient/smtpNotice/smtpNotice.machine.ts';
import { selectIsDismissed } from '../../../src/machines/ambient/smtpNotice/smtpNotice.selectors.ts';
import { heldSource } from '../../fixtures/heldSource.ts';
import { coverChart } from '../../support/cover.ts';
import { smtpNoticeModel } from './smtpNotice.model.ts';

coverChart(smtpNoticeModel);

function noticed(refs: readonly string[]) {
  const storage = heldSource<DismissalsFound | DismissalsChanged, DismissalsFound, undefined>();
  const notice = createActor(smtpNoticeMachine.provide({ actors: { storage: storage.logic } })).start();
  storage.report({ type: 'dismissals.loaded', refs });
  return { storage, notice, isDismissed: (ref: string) => selectIsDismissed(notice.getSnapshot(), ref) };
}

describe('the custom SMTP notice', () => {
  it('is hidden for the refs that are stored, and for no other', () => {
    const { isDismissed } = noticed(['one', 'two']);
    expect([isDismissed('one'), isDismissed('two'), isDismissed('three')]).toEqual([true, true, false]);
  });

  it('once dismissed is stored beside the others, each once', () => {
    const { storage, notice } = noticed(['one']);
    notice.send({ type: 'notice.dismissed', ref: 'two' });
    notice.send({ type: 'notice.dismissed', ref: 'one' });
    expect(storage.told).toEqual([{ type: 'dismissals.changed', refs: ['one', 'two'] }]);
  });

  it('is dismissed in this tab by what another stores', () => {
    const { storage, isDismissed } = noticed([]);
    storage.report({ type: 'dismissals.loaded', refs: ['one'] });
    expect(isDismissed('one')).toBe(true);
  });
});
