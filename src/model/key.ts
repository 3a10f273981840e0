/** Most letters of a key of a manifest. */
export const maxKeyLength = 63;

const key = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Returns whether a text is a valid key of an account, a connector or a cycle. */
export function isKey(text: string): boolean {
  return key.test(text);
}
