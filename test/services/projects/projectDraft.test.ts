// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { draftOf, emptyValues } from '../../../src/machines/projects/newProject/projectValues.ts';
import { deleteProjectDraft, saveProjectDraft, loadProjectDraft } from '../../../src/services/projects/projectDraft.ts';
import { config } from '../../fixtures/screen.ts';

const draft = { ...draftOf(emptyValues(config)), name: 'Orders' };

beforeEach(() => localStorage.clear());

it('keeps what was typed until it is forgotten', () => {
  expect(loadProjectDraft()).toBeNull();
  saveProjectDraft({ draft });
  expect(loadProjectDraft()).toEqual(draft);
  deleteProjectDraft();
  expect(loadProjectDraft()).toBeNull();
});

it('takes nothing back that is no draft', () => {
  localStorage.setItem('basechart-project-draft', '{"name":7}');
  expect(loadProjectDraft()).toBeNull();
});
