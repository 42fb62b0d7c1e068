import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { EnabledPreviews } from '../../../src/contract/ambient/previews.ts';
import {
  previewsMachine,
  type PreviewsFound,
  type PreviewSwitched,
} from '../../../src/machines/ambient/previews/previews.machine.ts';
import { selectEnabled, selectIsOpen } from '../../../src/machines/ambient/previews/previews.selectors.ts';
import { heldSource } from '../../fixtures/heldSource.ts';
import { recordingPort } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { previewsModel } from './previews.model.ts';

coverChart(previewsModel);

function previewed(stored: EnabledPreviews = {}, { opened = true } = {}) {
  const port = recordingPort();
  const storage = heldSource<PreviewsFound | PreviewSwitched, PreviewsFound, undefined>();
  const previews = createActor(previewsMachine.provide({ actors: { storage: storage.logic } }), {
    input: { port, opened },
  }).start();
  storage.report({ type: 'previews.loaded', enabled: stored });
  return { port, storage, previews, enabled: () => selectEnabled(previews.getSnapshot()) };
}

describe('feature previews', () => {
  it('are switched on and off one by one, stored, and recorded as events', () => {
    const { port, storage, previews, enabled } = previewed();
    previews.send({ type: 'preview.chosen', id: 'columnPrivileges' });
    previews.send({ type: 'preview.toggled' });
    expect(enabled()).toEqual({ columnPrivileges: true });
    previews.send({ type: 'preview.toggled' });
    expect(storage.told).toEqual([
      { type: 'preview.switched', id: 'columnPrivileges', enabled: true },
      { type: 'preview.switched', id: 'columnPrivileges', enabled: false },
    ]);
    expect(port.commands).toEqual([
      { type: 'event.recorded', action: 'ui_preview_enabled', properties: { feature: 'columnPrivileges' } },
      { type: 'event.recorded', action: 'ui_preview_disabled', properties: { feature: 'columnPrivileges' } },
    ]);
  });

  it('are as an earlier visit or another tab left them', () => {
    const { storage, enabled } = previewed({ apiSidePanel: true });
    expect(enabled()).toEqual({ apiSidePanel: true });
    storage.report({ type: 'previews.loaded', enabled: { apiSidePanel: false } });
    expect(enabled()).toEqual({ apiSidePanel: false });
  });

  it('open by themselves where they were asked for before they were there, and once', () => {
    const { previews } = previewed();
    expect(selectIsOpen(previews.getSnapshot())).toBe(true);
    previews.send({ type: 'previews.closed' });
    expect(selectIsOpen(previews.getSnapshot())).toBe(false);
  });
});
