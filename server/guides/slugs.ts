/** The anchors of one page's headings, made as GitHub makes them; a repeated heading gets a number. */
export function slugger(): (heading: string) => string {
  const used = new Map<string, number>();
  return (heading) => {
    const base = heading
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-');
    const count = used.get(base) ?? 0;
    used.set(base, count + 1);
    return count === 0 ? base : `${base}-${count}`;
  };
}
