import { Link } from '@tanstack/react-router';
import { ChatWidget } from './chat-widget.js';
import classes from './layout.module.css';

export function Footer() {
  return (
    <footer className={classes.footer}>
      <span>© {new Date().getFullYear()} Tidewaiter. All rights reserved.</span>
      <Link to="/terms-and-conditions">Terms and conditions</Link>
      <ChatWidget />
    </footer>
  );
}
