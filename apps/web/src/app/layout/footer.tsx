import classes from './layout.module.css';

export function Footer() {
  return <footer className={classes.footer}>© {new Date().getFullYear()} Tidewaiter. All rights reserved.</footer>;
}
