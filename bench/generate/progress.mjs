/** Says on the error stream what was done and at what rate: the standard stream is for the tables. */
export function say(what, rows, started) {
  const seconds = (performance.now() - started) / 1000;
  const rate = Math.round(rows / seconds).toLocaleString('en-US');
  console.error(`${what}: ${rows.toLocaleString('en-US')} records in ${seconds.toFixed(1)} s, ${rate} a second`);
}
