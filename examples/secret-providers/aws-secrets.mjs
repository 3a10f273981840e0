#!/usr/bin/env node
// AWS Secrets Manager. A key is the name of a secret: northwind/crm. Sign in as for aws; it also needs a region.
import { provideMany, run } from './provide.mjs';

await provideMany({ form: /^\w[\w/+=.@-]*$/, size: 20 }, async (names) => {
  const input = JSON.stringify({ SecretIdList: names });
  const found = ['batch-get-secret-value', '--cli-input-json', input, '--output', 'json'];
  const { SecretValues, Errors } = JSON.parse(await run('aws', ['secretsmanager', ...found]));
  return {
    values: SecretValues.map(({ Name, SecretString }) => [Name, SecretString]),
    errors: Errors.map(({ SecretId, Message }) => [SecretId, Message]),
  };
});
