import { Link } from '@tanstack/react-router';
import { Mark } from '../../ui/mark.js';

/** Where an address leads to nothing: it stays as it was typed, to be mended, and there is a way on. */
export function NotFoundScreen() {
  return (
    <main className="grid justify-items-start gap-24 m-auto p-24 readable">
      <title>Not found · Tidewaiter</title>
      <Mark size={32} />
      <div>
        <h1>There is nothing at this address</h1>
        <p>The page may have moved, or the address may be mistyped.</p>
      </div>
      <nav aria-label="Ways on" className="wrap gap-8-24">
        <Link to="/">Back to Home</Link>
        <Link to="/list1">Search Global Data</Link>
        <Link to="/help">Help Center</Link>
      </nav>
    </main>
  );
}
