import { expect, it } from 'vitest';
import { describeThrown } from '../../../../src/engine/apply/journal/run-safely.ts';
import { SecretValue } from '../../../../src/model/secret/secret.ts';

it('reports a bug without the secrets that were read before it', () => {
  const secret = new SecretValue('canary "of" a mistake/1');
  for (const said of [secret.reveal(), JSON.stringify(secret.reveal())]) {
    const { detail } = describeThrown(new TypeError(`cannot send ${said}`), 'northwind');
    expect(detail).toMatch(/cannot send \S*\[secret\]/);
    expect(detail).not.toContain('canary');
  }
});
