#!/usr/bin/env node
// Azure Key Vault. A key is the name of a secret: northwind-crm. Sign in as for az; AZURE_KEYVAULT is the name of the vault.
import { provide, run } from './provide.mjs';

await provide(/^([0-9A-Za-z][0-9A-Za-z-]*)$/, async (name) => {
  const place = [`--vault-name=${process.env.AZURE_KEYVAULT}`, `--name=${name}`];
  const show = ['keyvault', 'secret', 'show', ...place, '--query=value', '--output=json'];
  return JSON.parse(await run('az', show));
});
