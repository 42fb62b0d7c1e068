/**
 * The part of Mermaid's state diagrams and flowcharts that the documents use. Mermaid itself is 150 MB with its
 * dependencies, which is too much for a check; `scripts/statecharts/mermaid.ts` avoids what its renderer cannot lay out.
 */
const NAME = '[A-Za-z]\\w*';
/** Mermaid ends a statement at `;`, a title at `"`, and reads `#` and `<…>` as markup, of which only `<br/>` is intended. */
const TEXT = '(?:<br/>|[^;"#<>\\r\\n])+';

const STATEMENTS = {
  state: new RegExp(`^state "(${TEXT})" as (${NAME})( \\{)?$`),
  fact: new RegExp(`^(${NAME}) : (${TEXT})$`),
  arrow: new RegExp(`^(${NAME}|\\[\\*\\]) --> (${NAME}|\\[\\*\\])(?: : (${TEXT}))?$`),
  region: /^--$/,
  end: /^\}$/,
};

/** What Mermaid would refuse or misread, as `line: what`. */
export function diagramFaults(diagram: string): string[] {
  const [first, ...lines] = diagram.split('\n');
  const faults: string[] = first === 'stateDiagram-v2' ? [] : ['line 1: a state diagram begins with stateDiagram-v2'];
  const declared = new Map<string, string[]>();
  const open: string[] = [];
  const arrows: { line: number; from: string; to: string }[] = [];
  for (const [index, padded] of lines.entries()) {
    const line = index + 2;
    const statement = padded.trim();
    const say = (fault: string) => faults.push(`line ${line}: ${fault}`);
    const [, , name, opens] = STATEMENTS.state.exec(statement) ?? [];
    const [, from, to] = STATEMENTS.arrow.exec(statement) ?? [];
    const [, described] = STATEMENTS.fact.exec(statement) ?? [];
    if (name !== undefined) {
      if (declared.has(name)) say(`the state ${name} is declared twice`);
      declared.set(name, [...open]);
      if (opens) open.push(name);
    } else if (from !== undefined && to !== undefined) arrows.push({ line, from, to });
    else if (described !== undefined) {
      if (!declared.has(described)) say(`the state ${described} is not declared`);
    } else if (STATEMENTS.region.test(statement)) {
      if (open.length === 0) say('a region stands in no state');
    } else if (STATEMENTS.end.test(statement)) {
      if (open.pop() === undefined) say('nothing is open');
    } else say(`not understood: ${statement}`);
  }
  if (open.length > 0) faults.push(`never closed: ${open.join(', ')}`);
  for (const { line, from, to } of arrows) {
    for (const end of [from, to])
      if (end !== '[*]' && !declared.has(end)) faults.push(`line ${line}: the state ${end} is not declared`);
    if (declared.get(to)?.includes(from) || declared.get(from)?.includes(to))
      faults.push(`line ${line}: Mermaid loses an arrow between a state and one inside it`);
  }
  return faults;
}

const WORDS_OF_MERMAID = 'end|graph|subgraph|flowchart|style|class|classDef|click|linkStyle|default|direction';
const CHART = `(?!(?:${WORDS_OF_MERMAID})\\b)${NAME}`;
const ARROW = new RegExp(`^ {2}${CHART} -->(?:\\|"${TEXT}"\\|)? ${CHART}$`);

/** What Mermaid would refuse or misread in a picture of messages. */
export function flowchartFaults(picture: string): string[] {
  const [first, ...lines] = picture.split('\n');
  return [
    ...(first === 'flowchart LR' ? [] : ['line 1: a picture begins with flowchart LR']),
    ...lines.flatMap((line, index) => (ARROW.test(line) ? [] : [`line ${index + 2}: not understood: ${line}`])),
  ];
}
