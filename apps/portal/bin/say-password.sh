#!/bin/sh
# OpenSSH asks this program for a password: the portal puts the one of the server that it sends a file to into its environment.
printf '%s\n' "$SAID_PASSWORD"
