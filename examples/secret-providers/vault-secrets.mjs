#!/usr/bin/env node
// HashiCorp Vault, KV 1 or 2. A key is PATH#FIELD: secret/northwind/crm#api-key. Sign in by VAULT_ADDR and VAULT_TOKEN.
import { provide, run } from './provide.mjs';

await provide(/^(\w[\w/.-]*)#([\w.-]+)$/, async (path, field) => {
  const { data } = JSON.parse(await run('vault', ['kv', 'get', '-format=json', path]));
  return (data.metadata ? data.data : data)[field];
});
