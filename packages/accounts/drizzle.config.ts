import { defineConfig } from 'drizzle-kit';

/** `npm run migration -w packages/accounts` writes the next migration from the schema. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/database/schema.ts',
  out: './migrations',
});
