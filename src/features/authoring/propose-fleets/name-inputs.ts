import { toSlug } from '../../../kit/text/to-slug.ts';

/** Columns of a table that are no inputs. */
const reserved: ReadonlySet<string> = new Set(['name', 'id', 'state', 'note', 'pin']);

/** Most characters of a part of a name. */
const maxPartLength = 40;

/** Names inputs after the settings that they give, each once. */
export class InputNames {
  readonly #taken = new Set<string>(reserved);

  /**
   * Names the input of a setting: `timezone`, `retentionSuccessHours`; within an entry after its key
   * and the last part: `crmRegion`.
   */
  name([section = '', ...path]: readonly string[]): string {
    const isEntry = section === 'connectors' || section === 'cycles';
    const [key = ''] = path;
    const parts = !isEntry ? [section, ...path] : [key, ...path.slice(1).slice(-1)];
    const words = parts.flatMap((part) => toSlug(splitWords(part), maxPartLength).split('-'));
    const name = words
      .filter((word) => word !== '')
      .map(capitalise)
      .join('');
    const plain = /^[A-Z]/.test(name) ? `${name[0]?.toLowerCase()}${name.slice(1)}` : `of${name}`;
    let free = plain;
    for (let number = 2; this.#taken.has(free); number += 1) free = `${plain}${number}`;
    this.#taken.add(free);
    return free;
  }
}

function capitalise(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}

function splitWords(text: string): string {
  return text.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2');
}
