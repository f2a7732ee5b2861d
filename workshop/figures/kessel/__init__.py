"""The programs of the two Sylops and the two Impostors of Kessel."""
