#!/usr/bin/env node
// 1Password. A key is VAULT/ITEM/FIELD or VAULT/ITEM/SECTION/FIELD: integrations/northwind-crm/credential. Sign in by
// OP_SERVICE_ACCOUNT_TOKEN.
import { provide, run } from './provide.mjs';

await provide(/^([\w .-]+(?:\/[\w .-]+){2,3})$/, (place) =>
  run('op', ['read', '--no-newline', `op://${place}`]),
);
