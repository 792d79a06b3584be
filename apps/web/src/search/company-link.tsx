import { IconBuilding } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import classes from './company-link.module.css';
import { COMPANY_PAGE_COSTS } from './model/company-address.js';

interface CompanyLinkProps {
  name: string;
  className?: string | undefined;
}

/** The way to a company's page, beside its name. */
export function CompanyLink({ name, className = '' }: CompanyLinkProps) {
  return (
    <Link
      to="/company"
      search={{ name }}
      preload={false}
      className={`${classes.icon} ${className}`}
      aria-label={`Company page of ${name}`}
      title={COMPANY_PAGE_COSTS}
    >
      <IconBuilding size={16} stroke={1.6} aria-hidden />
    </Link>
  );
}
