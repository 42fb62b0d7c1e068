import CodeXml from 'lucide-react/icons/code-xml';
import FileText from 'lucide-react/icons/file-text';
import Hash from 'lucide-react/icons/hash';
import History from 'lucide-react/icons/history';
import Lightbulb from 'lucide-react/icons/lightbulb';
import MessagesSquare from 'lucide-react/icons/messages-square';
import Plug from 'lucide-react/icons/plug';
import type { ReactNode } from 'react';
import { css, cx } from 'styled-system/css';
import type { DocsType } from '../../contract/docs/docsSearch.ts';
import { markWords } from '../../contract/docs/markWords.ts';
import { factClass, markedClass, rowClass, wordsClass } from '../ui/commandListStyles.ts';
import type { QuestionRow, ResultRow } from './docsRows.ts';

const sectionRow = css({ marginInlineStart: '6' });
const match = css({ background: '[transparent]', color: 'accent', fontWeight: 'semibold' });

const types: Readonly<Record<DocsType, { label: string; icon: ReactNode }>> = {
  markdown: { label: 'Guide', icon: <FileText aria-hidden /> },
  reference: { label: 'Reference', icon: <CodeXml aria-hidden /> },
  'partner-integration': { label: 'Integration', icon: <Plug aria-hidden /> },
  'github-discussions': { label: 'Discussion, opens in a new tab', icon: <MessagesSquare aria-hidden /> },
};

const MarkedText = ({ text, query }: { text: string; query: string }) =>
  markWords(text, query).map((part, index) =>
    part.isMatch ? (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one text have no other identity
      <mark key={index} className={match}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );

interface OptionProps<Row> {
  id: string;
  row: Row;
  isMarked: boolean;
  onHighlight: (id: string) => void;
}

interface ResultOptionProps extends OptionProps<ResultRow> {
  query: string;
  onOpened: () => void;
}

/** A page or a section that was found. It is a link, so the browser's own ways to open one work. */
export const ResultOption = ({ id, row, isMarked, query, onHighlight, onOpened }: ResultOptionProps) => {
  const { page, section, link } = row;
  const { label, icon } = types[page.type];
  return (
    <a
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isMarked}
      href={link.href}
      {...(link.isElsewhere && { target: '_blank', rel: 'noreferrer' })}
      className={cx(rowClass, section !== null && sectionRow, isMarked && markedClass)}
      onPointerMove={() => {
        if (!isMarked) onHighlight(row.id);
      }}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onOpened}
    >
      {section === null ? icon : <Hash aria-hidden />}
      <span className={wordsClass}>
        <MarkedText text={section?.heading ?? page.title} query={query} />
      </span>
      {section === null && (
        <span className={factClass}>{page.subtitle === '' ? label : `${page.subtitle} · ${label}`}</span>
      )}
    </a>
  );
};

interface QuestionOptionProps extends OptionProps<QuestionRow> {
  isRecent: boolean;
  onChosen: (question: string) => void;
}

/** A starter question, or a recent search. */
export const QuestionOption = ({ id, row, isMarked, isRecent, onHighlight, onChosen }: QuestionOptionProps) => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the search field keeps the focus, and its keys do what a click does
  <div
    id={id}
    role="option"
    aria-selected={isMarked}
    className={cx(rowClass, isMarked && markedClass)}
    onPointerMove={() => {
      if (!isMarked) onHighlight(row.id);
    }}
    onMouseDown={(event) => event.preventDefault()}
    onClick={() => onChosen(row.question)}
  >
    {isRecent ? <History aria-hidden /> : <Lightbulb aria-hidden />}
    <span className={wordsClass}>{row.question}</span>
  </div>
);
