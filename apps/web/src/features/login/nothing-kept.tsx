/** Says what signing in needs to somebody whose browser keeps nothing of this site. */
export function NothingKept() {
  return (
    <p className="tinted p-8-12 rounded-3 mt-8">
      Your browser blocks cookies and data of this site, and signing in needs them: allow them in its settings, then
      load this page again. Until then a sign-in ends when this page is left or loaded again, and opens no other tab.
    </p>
  );
}
