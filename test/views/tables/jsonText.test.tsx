import { render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { JsonText } from '../../../src/views/tables/JsonText.tsx';
import { editorNamed } from '../../fixtures/codeMirror.ts';

it('leaves who types already where they are when the editor has loaded', async () => {
  render(<JsonText text='{"deck": 1}' placeholder="" readOnly={false} styleNonce={undefined} onChanged={() => {}} />);
  const plain = screen.getByLabelText<HTMLTextAreaElement>('Value');
  plain.focus();
  plain.setSelectionRange(0, plain.value.length);
  await waitFor(() => expect(screen.queryByDisplayValue('{"deck": 1}')).toBeNull());
  const editor = editorNamed('Value')!;
  expect(document.activeElement).toBe(editor.contentDOM);
  expect(editor.state.selection.main).toMatchObject({ from: 0, to: plain.value.length });
});

it('takes the focus from nobody else', async () => {
  render(
    <>
      <button type="button">Elsewhere</button>
      <JsonText text="[]" placeholder="" readOnly={false} styleNonce={undefined} onChanged={() => {}} />
    </>,
  );
  const elsewhere = screen.getByRole('button', { name: 'Elsewhere' });
  elsewhere.focus();
  await waitFor(() => expect(screen.queryByDisplayValue('[]')).toBeNull());
  expect(document.activeElement).toBe(elsewhere);
});

it('is one field at every moment', async () => {
  const view = render(
    <JsonText text="{}" placeholder="" readOnly={false} styleNonce={undefined} onChanged={() => {}} />,
  );
  const shown = within(view.container);
  const fields: number[] = [];
  const observer = new MutationObserver(() => fields.push(shown.queryAllByLabelText('Value').length));
  observer.observe(view.container, { childList: true, subtree: true });
  await waitFor(() => expect(shown.queryByDisplayValue('{}')).toBeNull());
  observer.disconnect();
  expect(new Set(fields)).toEqual(new Set([1]));
});
