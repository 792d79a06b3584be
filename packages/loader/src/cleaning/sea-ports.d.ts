/** The package brings no types. */
declare module 'sea-ports' {
  interface SeaPort {
    name: string;
    country: string;
    unlocs: string[];
    /** US Schedule D or K. */
    code?: string;
  }
  const ports: { JSON: Record<string, SeaPort> };
  export default ports;
}
