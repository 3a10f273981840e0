/** A stored row; its body is parsed when its value is first asked for. */
export interface Row {
  readonly owner: string;
  readonly body: string;
  value?: unknown;
}

export type ListedRow = { readonly id: string; readonly row: Row };

/** Value of a row, the same one each time: it is not to be changed. */
export function readValue(row: Row): unknown {
  row.value ??= JSON.parse(row.body);
  return row.value;
}

/** Name of a row, or of the list of an owner. */
export function toRowKey(kind: string, id: string): string {
  return `${kind} ${id}`;
}

/** Characters of rows and their names. A plan reads those of one account again and again, and then of the next. */
const mostCharacters = 8 * 2 ** 20;

/** Rows and lists of the database as they are: no other process changes them. */
export class KeptRows {
  readonly #rows = new Map<string, Row>();
  readonly #lists = new Map<string, readonly ListedRow[]>();
  /** Counts all that came since it was empty, also what was replaced. */
  #characters = 0;

  find(kind: string, id: string): Row | undefined {
    return this.#rows.get(toRowKey(kind, id));
  }

  findList(kind: string, owner: string): readonly ListedRow[] | undefined {
    return this.#lists.get(toRowKey(kind, owner));
  }

  /** Keeps a row as it was read. */
  add(kind: string, id: string, row: Row): Row {
    this.#makeRoom(countCharacters(id, row));
    this.#rows.set(toRowKey(kind, id), row);
    return row;
  }

  /** Keeps a list as it was read, unless it is too long. */
  addList(kind: string, owner: string, rows: readonly ListedRow[]): void {
    const characters = rows.reduce((sum, { id, row }) => sum + countCharacters(id, row), 0);
    if (characters > mostCharacters) return;
    this.#makeRoom(characters);
    for (const { id, row } of rows) this.#rows.set(toRowKey(kind, id), row);
    this.#lists.set(toRowKey(kind, owner), rows);
  }

  /** Forgets a row that changes, and the lists that it leaves and enters. */
  remove(kind: string, id: string, owners: readonly (string | undefined)[]): void {
    this.#rows.delete(toRowKey(kind, id));
    for (const owner of owners) this.#lists.delete(toRowKey(kind, owner ?? ''));
  }

  clear(): void {
    this.#rows.clear();
    this.#lists.clear();
    this.#characters = 0;
  }

  #makeRoom(characters: number): void {
    if (this.#characters + characters > mostCharacters) this.clear();
    this.#characters += characters;
  }
}

function countCharacters(id: string, { body }: Row): number {
  return id.length + body.length;
}
