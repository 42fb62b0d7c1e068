import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Plus from 'lucide-react/icons/plus';
import Trash from 'lucide-react/icons/trash-2';
import { useState, type SubmitEvent } from 'react';
import { css } from 'styled-system/css';
import { countWords } from '../../contract/common/counts.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { TextField } from '../ui/TextField.tsx';
import { childrenOf, rootOf, withEntry, withoutEntry, withValue, type JsonNode } from './jsonTree.ts';

const frame = css({
  maxHeight: '[55vh]',
  overflow: 'auto',
  textStyle: 'mono',
  border: 'hairline',
  borderRadius: 'medium',
});
const list = css({ margin: '0', padding: '0', paddingInlineStart: '4', listStyle: 'none' });
const line = css({ display: 'flex', alignItems: 'center', gap: '1', minHeight: 'row.small', paddingInlineEnd: '1' });
const nameClass = css({
  color: 'muted',
  flexShrink: '0',
  maxWidth: '[40%]',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
});
const value = css({ flex: '1', minWidth: '0', '& input': { fontFamily: 'mono' } });
const summary = css({ color: 'muted' });
const more = css({ padding: '1' });

/** Entries that are shown at once. */
const step = 200;

interface TreeProps {
  text: string;
  readOnly: boolean;
  /** Gets the whole text with the change. */
  onChanged: (text: string) => void;
}

interface EntryProps extends TreeProps {
  node: JsonNode;
  depth: number;
}

/** Whether a text is one JSON value. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A value that has no others in it, as it is written. What is no JSON stays in the field until it is. */
function Scalar({ text, node, readOnly, onChanged }: Omit<EntryProps, 'depth'>) {
  const stored = text.slice(node.from, node.to);
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? stored;
  return (
    <span className={value}>
      <TextField
        label={`Value of ${node.name ?? 'the whole'}`}
        hideLabel
        readOnly={readOnly}
        spellCheck={false}
        value={shown}
        error={typed === null ? undefined : 'Invalid JSON: put text in double quotes.'}
        onValueChange={(next) => {
          const trimmed = next.trim();
          if (!isJson(trimmed)) return setTyped(next);
          setTyped(null);
          onChanged(withValue(text, node, trimmed));
        }}
      />
    </span>
  );
}

function NewEntry({ text, node, onChanged }: Omit<EntryProps, 'depth' | 'readOnly'>) {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    onChanged(withEntry(text, node, name, 'null'));
    setName('');
    setOpen(false);
  };
  if (node.kind === 'array')
    return (
      <Button size="small" icon={<Plus />} onClick={() => onChanged(withEntry(text, node, '', 'null'))}>
        Add value
      </Button>
    );
  if (!isOpen)
    return (
      <Button size="small" icon={<Plus />} onClick={() => setOpen(true)}>
        Add entry
      </Button>
    );
  return (
    <form className={line} onSubmit={add}>
      <TextField label="Name of the entry" hideLabel placeholder="Name" value={name} onValueChange={setName} />
      <Button type="submit" size="small">
        Add
      </Button>
    </form>
  );
}

function Entry({ text, node, depth, readOnly, onChanged }: EntryProps) {
  const [isOpen, setOpen] = useState(depth < 2);
  const [shown, setShown] = useState(step);
  const isNested = node.kind !== 'scalar';
  const children = isNested ? childrenOf(text, node) : [];
  const name = node.name === null ? (node.kind === 'array' ? 'List' : 'Object') : node.name;
  return (
    <li>
      <div className={line}>
        {isNested && (
          <IconButton
            label={`${isOpen ? 'Close' : 'Open'} ${name}`}
            tip={false}
            size="small"
            variant="text"
            aria-expanded={isOpen}
            icon={isOpen ? <ChevronDown /> : <ChevronRight />}
            onClick={() => setOpen(!isOpen)}
          />
        )}
        <span className={nameClass} data-cut="">
          {name}
        </span>
        {isNested ? (
          <span className={summary}>
            {node.kind === 'array'
              ? `[${countWords(children.length, 'value')}]`
              : `{${countWords(children.length, 'entry', 'entries')}}`}
          </span>
        ) : (
          <Scalar text={text} node={node} readOnly={readOnly} onChanged={onChanged} />
        )}
        {!readOnly && node.name !== null && (
          <IconButton
            label={`Remove ${name}`}
            size="small"
            variant="text"
            icon={<Trash />}
            onClick={() => onChanged(withoutEntry(text, node))}
          />
        )}
      </div>
      {isNested && isOpen && (
        <ul className={list}>
          {children.slice(0, shown).map((child, index) => (
            <Entry
              key={`${index} ${child.name}`}
              text={text}
              node={child}
              depth={depth + 1}
              readOnly={readOnly}
              onChanged={onChanged}
            />
          ))}
          <li className={more}>
            {children.length > shown && (
              <Button size="small" onClick={() => setShown(shown + step)}>
                {`Show ${Math.min(step, children.length - shown)} more of ${children.length}`}
              </Button>
            )}
            {!readOnly && <NewEntry text={text} node={node} onChanged={onChanged} />}
          </li>
        </ul>
      )}
    </li>
  );
}

/** A JSON value as a tree, whose values are changed one by one; all else of the text stays as it is written. */
export function JsonTree(props: TreeProps) {
  return (
    <ul className={frame} aria-label="Value as a tree">
      <Entry {...props} node={rootOf(props.text)} depth={0} />
    </ul>
  );
}
