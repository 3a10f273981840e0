import { expect, it } from 'vitest';
import { SecretValue } from '../../../src/model/secret.ts';
import { describeThrown } from '../../../src/stages/apply/attempt.ts';

it('tells of a mistake without the secrets that were opened before it', () => {
  const secret = new SecretValue('canary "of" a mistake/1');
  for (const said of [secret.reveal(), JSON.stringify(secret.reveal())]) {
    const { detail } = describeThrown(new TypeError(`cannot send ${said}`), 'northwind');
    expect(detail).toMatch(/^TypeError: cannot send "?\[secret\]/);
    expect(detail).not.toContain('canary');
  }
});
