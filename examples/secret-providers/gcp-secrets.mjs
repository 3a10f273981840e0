#!/usr/bin/env node
// Google Secret Manager. A key is the name of a secret: northwind-crm. Sign in as for gcloud; CLOUDSDK_CORE_PROJECT is the project.
import { provide, run } from './provide.mjs';

await provide(/^(\w[\w-]*)$/, async (name) => {
  const access = ['secrets', 'versions', 'access', 'latest', `--secret=${name}`];
  const data = await run('gcloud', [...access, '--format=get(payload.data)']);
  return Buffer.from(data.trim(), 'base64url').toString('utf8');
});
