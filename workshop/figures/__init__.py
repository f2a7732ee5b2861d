"""Programs of courts: half figures, and the kit they are made from."""
