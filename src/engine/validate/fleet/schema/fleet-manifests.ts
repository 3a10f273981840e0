import type { ManifestSchema } from '../../schema/schemas.ts';
import { findValidator } from './find-validator.ts';
import { fleetSchemas } from './fleet-schemas.ts';

/** The schema of blueprints. */
export const blueprintManifest: ManifestSchema = {
  kind: 'Blueprint',
  root: fleetSchemas.Blueprint,
  findValidator,
  isTemplate: true,
};

/** The schema of fleets. */
export const fleetManifest: ManifestSchema = {
  kind: 'Fleet',
  root: fleetSchemas.Fleet,
  findValidator,
  isTemplate: true,
};
