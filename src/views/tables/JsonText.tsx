import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { css } from 'styled-system/css';
import type { JsonEditorPort } from '../parts/editor/jsonEditor.ts';
import { TextAreaField } from '../ui/TextAreaField.tsx';

const host = css({
  height: '[45vh]',
  minHeight: '0',
  overflow: 'hidden',
  border: 'control',
  borderRadius: 'medium',
  '&:focus-within': { outline: 'focus' },
  _empty: { display: 'none' },
});

interface JsonTextProps {
  text: string;
  placeholder: string;
  readOnly: boolean;
  styleNonce: string | undefined;
  onChanged: (text: string) => void;
}

/** A JSON value as text. Its editor is loaded when the first one opens; until then, a plain field has the text. */
export function JsonText({ text, placeholder, readOnly, styleNonce, onChanged }: JsonTextProps) {
  const place = useRef<HTMLDivElement>(null);
  const plain = useRef<HTMLTextAreaElement>(null);
  const editor = useRef<JsonEditorPort | null>(null);
  const [isLoaded, setLoaded] = useState(false);
  const latest = useRef({ text, onChanged });
  useEffect(() => {
    latest.current = { text, onChanged };
    editor.current?.replace(text);
  });
  useEffect(() => {
    let isGone = false;
    const load = async () => {
      const { mountJsonEditor } = await import('../parts/editor/jsonEditor.ts');
      if (isGone) return;
      editor.current = mountJsonEditor(place.current!, {
        text: latest.current.text,
        label: 'Value',
        readOnly,
        styleNonce,
        onEdited: (edited) => latest.current.onChanged(edited),
      });
      // A user who is typing already goes on at the same place.
      const field = plain.current;
      if (field !== null && field === document.activeElement)
        editor.current.focus(field.selectionStart, field.selectionEnd);
      // In the same frame: two fields with one name are never on the screen.
      flushSync(() => setLoaded(true));
    };
    // The plain field stays where the editor cannot be loaded.
    load().catch(() => {});
    return () => {
      isGone = true;
      editor.current?.destroy();
      editor.current = null;
    };
  }, [readOnly, styleNonce]);
  return (
    <>
      <div ref={place} className={host} />
      {!isLoaded && (
        <TextAreaField
          ref={plain}
          label="Value"
          hideLabel
          data-first-focus={readOnly ? undefined : ''}
          rows={8}
          readOnly={readOnly}
          placeholder={placeholder}
          value={text}
          spellCheck={false}
          onValueChange={onChanged}
        />
      )}
    </>
  );
}
