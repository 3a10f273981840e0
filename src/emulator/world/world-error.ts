/** The world cannot be used. Each message names its place as `line:column` where it has one. */
export class WorldError extends Error {
  override readonly name = 'WorldError';
  readonly messages: readonly string[];

  constructor(messages: readonly string[]) {
    super(messages.join('\n'));
    this.messages = messages;
  }
}

/** Keys and indexes from the world downwards. */
export type WorldPath = readonly (string | number)[];

/** Something wrong in a world, at a path of keys and indexes. */
export interface WorldProblem {
  readonly path: WorldPath;
  readonly message: string;
}
