import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { createContext, createElement, Fragment, use, useMemo, type ComponentType, type ReactNode } from 'react';
import { css } from 'styled-system/css';
import { linkTarget } from '../../contract/common/webAddress.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { Table } from './Table.tsx';
import { ExternalLink, TextLink, textLinkClass } from './TextLink.tsx';

export const markdownFlow = css({
  display: 'grid',
  gridTemplateColumns: '[minmax(0, 1fr)]',
  gap: '3',
  maxWidth: 'prose',
  textStyle: 'prose',
  overflowWrap: 'anywhere',
  '& ul, & ol': { paddingInlineStart: '6', display: 'grid', gap: '1' },
  '& ul': { listStyleType: 'disc' },
  '& ol': { listStyleType: 'decimal' },
  '& blockquote': { borderInlineStart: 'control', paddingInlineStart: '3', color: 'muted' },
  '& hr': { border: 'none', borderTop: 'hairline' },
  '& strong, & h2, & h3, & h4, & h5, & h6': { fontWeight: 'semibold' },
  // The fonts have no italic, so emphasis is slanted, only here.
  '& em': { fontStyle: 'italic', fontSynthesis: 'style' },
  '& :not(pre) > code': { background: 'sunken', borderRadius: 'small', paddingInline: '1' },
});

/** Whether a text comes from a stranger, such as a model: its links then say which site they lead to. */
export const StrangerContext = createContext(false);

const site = css({ color: 'muted' });

interface MarkdownLinkProps {
  href: string;
  /** As text. */
  words: string;
  children: ReactNode;
}

const WebLink = ({ href, words, children }: MarkdownLinkProps) => (
  <>
    <ExternalLink href={href}>{children}</ExternalLink>
    {use(StrangerContext) && !href.endsWith(words) && (
      <span className={site}> ({new URL(href, location.origin).host})</span>
    )}
  </>
);

function MarkdownLink({ href, words, children }: MarkdownLinkProps) {
  switch (linkTarget(href)) {
    // It stays readable, with its address.
    case 'nowhere':
      return (
        <>
          {children}
          {href !== words && <span className={site}> ({href})</span>}
        </>
      );
    case 'web':
      return (
        <WebLink href={href} words={words}>
          {children}
        </WebLink>
      );
    case 'program':
      return (
        <a href={href} className={textLinkClass}>
          {children}
        </a>
      );
    // A path belongs to the application; the browser resolves a relative link.
    case 'relative':
      return /^\/(?![/\\])/.test(href) ? (
        <TextLink href={href}>{children}</TextLink>
      ) : (
        <a href={href} className={textLinkClass}>
          {children}
        </a>
      );
  }
}

export interface CodeProps {
  /** The language that the text names; empty where it names none. */
  language: string;
  code: string;
}

const PlainCode = ({ language, code }: CodeProps) => (
  <CodeBlock label={language ? `Code, ${language}` : 'Code'} code={code} />
);

/** Draws blocks of code: a text whose code can be used draws it with its commands. */
export const CodeContext = createContext<ComponentType<CodeProps>>(PlainCode);

const Code = (props: CodeProps) => createElement(use(CodeContext), props);

/** Named character references such as `&copy;`, which the parser leaves to the browser. */
const decoded = (text: string): string =>
  text.replaceAll(
    /&(?:#\d+|#x[\da-f]+|[a-z][\da-z]*);/gi,
    (name) => new DOMParser().parseFromString(name, 'text/html').body.textContent ?? name,
  );

export const markdownNodes = (tokens: readonly Token[] | undefined): ReactNode =>
  tokens?.map((token, index) => <Fragment key={index}>{node(token as MarkedToken)}</Fragment>);

const Cell = ({ cell, as }: { cell: Tokens.TableCell; as: 'th' | 'td' }) =>
  createElement(
    as,
    { ...(as === 'th' && { scope: 'col' }), ...(cell.align === 'right' && { 'data-numeric': true }) },
    markdownNodes(cell.tokens),
  );

/** The tree is rendered as elements, never as HTML, so that no text can inject markup. */
function node(token: MarkedToken): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'paragraph':
      return <p>{markdownNodes(token.tokens)}</p>;
    // One level lower, because the page has its own first heading.
    case 'heading':
      return createElement(`h${Math.min(token.depth + 1, 6)}`, null, markdownNodes(token.tokens));
    case 'text':
    case 'escape':
      return 'tokens' in token && token.tokens ? markdownNodes(token.tokens) : decoded(token.text);
    case 'strong':
      return <strong>{markdownNodes(token.tokens)}</strong>;
    case 'em':
      return <em>{markdownNodes(token.tokens)}</em>;
    case 'del':
      return <del>{markdownNodes(token.tokens)}</del>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'br':
      return <br />;
    case 'hr':
      return <hr />;
    case 'blockquote':
      return <blockquote>{markdownNodes(token.tokens)}</blockquote>;
    case 'code':
      return <Code language={token.lang ?? ''} code={token.text} />;
    case 'link':
      return (
        <MarkdownLink href={token.href} words={token.text}>
          {markdownNodes(token.tokens)}
        </MarkdownLink>
      );
    // Images from other servers would reveal the reader; their text and address stay.
    case 'image': {
      const words = token.text || token.href;
      return (
        <MarkdownLink href={token.href} words={words}>
          {words}
        </MarkdownLink>
      );
    }
    case 'list': {
      const items = token.items.map((item, index) => <li key={index}>{markdownNodes(item.tokens)}</li>);
      return token.ordered ? <ol start={token.start === '' ? 1 : token.start}>{items}</ol> : <ul>{items}</ul>;
    }
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ ';
    case 'list_item':
      return <li>{markdownNodes(token.tokens)}</li>;
    case 'table':
      return (
        <Table label="Table">
          <thead>
            <tr>
              {token.header.map((cell, index) => (
                <Cell key={index} cell={cell} as="th" />
              ))}
            </tr>
          </thead>
          <tbody>
            {token.rows.map((cells, row) => (
              <tr key={row}>
                {cells.map((cell, index) => (
                  <Cell key={index} cell={cell} as="td" />
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      );
    default:
      return token.raw;
  }
}

export default function MarkdownBody({ text }: { text: string }) {
  const tokens = useMemo(() => new Lexer({ gfm: true }).lex(text), [text]);
  return <div className={markdownFlow}>{markdownNodes(tokens)}</div>;
}
