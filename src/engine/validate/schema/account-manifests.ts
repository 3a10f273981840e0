import { findValidator } from './find-validator.ts';
import { type ManifestSchema, schemas } from './schemas.ts';

/** The schema of cyclectl.yaml. */
export const projectManifest: ManifestSchema = {
  kind: 'Project',
  root: schemas.Project,
  findValidator,
};

/** The schema of the manifests of accounts. */
export const accountManifest: ManifestSchema = {
  kind: 'Account',
  root: schemas.Account,
  findValidator,
};
