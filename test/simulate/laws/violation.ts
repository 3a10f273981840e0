/** A law that was broken: in which words the service, the store or a report shows it. */
export class Violation extends Error {
  /** `law 8`, or another name of what must hold. */
  readonly law: string;

  constructor(law: string, what: string) {
    super(`${law}: ${what}`);
    this.name = 'Violation';
    this.law = law;
  }
}

/** Fails if there are any items. An item that names its law is reported under that law. */
export function demandNone(law: string, what: string, items: readonly unknown[]): void {
  const [first] = items;
  if (first === undefined) return;
  const named = typeof first === 'string' ? /^(law \d+): /.exec(first)?.[1] : undefined;
  throw new Violation(named ?? law, `${what}: ${JSON.stringify(items, null, 1)}`);
}

/** Fails where two values are not the same JSON. */
export function demandSame(
  law: string,
  what: string,
  [before, after]: readonly [unknown, unknown],
): void {
  const texts = [JSON.stringify(before), JSON.stringify(after)];
  if (texts[0] !== texts[1]) throw new Violation(law, `${what} has changed: ${texts.join('\n')}`);
}
