import { expect, it } from 'vitest';
import { describeThrown } from '../../../../src/engine/apply/journal/run-safely.ts';
import { SecretValue } from '../../../../src/model/secret/secret.ts';

it('tells of a mistake without the secrets that were opened before it', () => {
  const secret = new SecretValue('canary "of" a mistake/1');
  for (const said of [secret.reveal(), JSON.stringify(secret.reveal())]) {
    const { detail } = describeThrown(new TypeError(`cannot send ${said}`), 'northwind');
    // Other secrets of this process may be as short as a letter, and are struck out of its words as well.
    expect(detail).toContain('[secret]');
    expect(detail).not.toContain('canary');
  }
});
