import { Lexer, type Token } from 'marked';
import { memo, useState, type ComponentType } from 'react';
import { CodeContext, markdownFlow, markdownNodes, StrangerContext, type CodeProps } from './MarkdownBody.tsx';

/**
 * Parses a text that only grows. All blocks but the last are final, because a block ends where the next one begins: so
 * only the end of the text is parsed again.
 */
class GrowingText {
  #text = '';
  /** Where the last block begins. */
  #from = 0;
  #final: readonly Token[] = [];
  #blocks: readonly Token[] = [];

  blocksOf(text: string): readonly Token[] {
    // Another text, or an end that the parser reads in another form.
    if (!text.startsWith(this.#text)) [this.#from, this.#final] = [0, []];
    else if (text.length === this.#text.length) return this.#blocks;
    this.#text = text;
    const tail = new Lexer({ gfm: true }).lex(text.slice(this.#from)) as Token[];
    const last = tail.findLastIndex(({ type }) => type !== 'space');
    if (last > 0) {
      const final = tail.slice(0, last);
      this.#from += final.reduce((sum, { raw }) => sum + raw.length, 0);
      this.#final = [...this.#final, ...final];
    }
    this.#blocks = [...this.#final, ...tail.slice(Math.max(0, last))];
    return this.#blocks;
  }
}

const Block = memo(function Block({ token }: { token: Token }) {
  return markdownNodes([token]);
});

interface MarkdownStreamProps {
  text: string;
  /** Draws its blocks of code. */
  Code: ComponentType<CodeProps>;
}

/** Markdown that a model is still writing: what is complete is drawn once. */
export default function MarkdownStream({ text, Code }: MarkdownStreamProps) {
  const [growing] = useState(() => new GrowingText());
  const blocks = growing.blocksOf(text.replaceAll('\r\n', '\n'));
  return (
    <CodeContext value={Code}>
      <StrangerContext value>
        <div className={markdownFlow}>
          {blocks.map((token, index) => (
            <Block key={index} token={token} />
          ))}
        </div>
      </StrangerContext>
    </CodeContext>
  );
}
