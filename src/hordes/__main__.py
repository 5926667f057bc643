"""`python -m hordes`, the same as `hordes`."""

from hordes.cli import main

if __name__ == "__main__":
    main()
