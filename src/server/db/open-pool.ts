import pg from 'pg';

/** A barrier behind bind parameters: with it off, a backslash would escape in literals, whatever the server's own settings say. */
const LITERALS = 'set standard_conforming_strings = on';

/** A pool whose connections are all set up alike, before anybody uses them. */
export function openPool(config: pg.PoolConfig): pg.Pool {
  return new pg.Pool({
    ...config,
    onConnect: async (client) => {
      await client.query(LITERALS);
    },
  });
}
