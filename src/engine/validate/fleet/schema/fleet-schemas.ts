import blueprint from 'cyclectl/schemas/blueprint.schema.json' with { type: 'json' };
import fleet from 'cyclectl/schemas/fleet.schema.json' with { type: 'json' };
import { toValueSchema } from '../../schema/schemas.ts';

/** Schemas of blueprints and fleets; apart from the others, because few projects have them. */
export const fleetSchemas = {
  Blueprint: toValueSchema(blueprint),
  Fleet: toValueSchema(fleet),
} as const;
